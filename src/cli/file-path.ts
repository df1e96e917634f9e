/** Paths as they are on disk: bytes, of which most are UTF-8. Pure. */

import { isUtf8 } from "node:buffer";
import { resolve, sep } from "node:path";

/** A path; as bytes only where it is no UTF-8, and text would name another file. */
export type FilePath = string | Buffer;

/** The path that these bytes are. */
export function pathFrom(bytes: Buffer): FilePath {
  return isUtf8(bytes) ? bytes.toString("utf8") : bytes;
}

/** The bytes that a path is. */
export function bytesOf(path: FilePath): Buffer {
  return typeof path === "string" ? Buffer.from(path) : path;
}

/** The path of a name inside a folder; an empty folder is the current one. */
export function joinPath(folder: FilePath, name: FilePath): FilePath {
  if (folder.length === 0) return name;
  if (typeof folder === "string" && typeof name === "string") {
    return folder.endsWith(sep) ? folder + name : folder + sep + name;
  }
  const bytes = bytesOf(folder);
  const between = bytes.toString("latin1").endsWith(sep) ? "" : sep;
  return pathFrom(Buffer.concat([bytes, Buffer.from(between), bytesOf(name)]));
}

/** The path as text: what is no UTF-8 becomes U+FFFD. For showing, never for opening. */
export function textOfPath(path: FilePath): string {
  return typeof path === "string" ? path : path.toString("utf8");
}

/** A key that two spellings of the same absolute path share. Links are not resolved. */
export function keyOfPath(path: FilePath): string {
  // One character a byte: distinct bytes stay distinct.
  return resolve(bytesOf(path).toString("latin1"));
}
