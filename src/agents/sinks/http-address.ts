/** An address to post to, and the password in it kept apart. Pure. */

/** Where to post. */
export interface HttpAddress {
  /** Without user and password: `fetch` takes no address that has them. */
  readonly url: URL;
  /** What they come to, as the header of that name. */
  readonly authorization?: string;
}

/**
 * Reads an address.
 *
 * @throws {TypeError} for what is no URL of HTTP. Nothing of it is quoted: there may be a password in it.
 */
export function addressFrom(given: string | URL): HttpAddress {
  const url = parsed(given);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new TypeError("the address to post to must be a URL that begins with http:// or https://");
  }
  const { username, password } = url;
  if (username === "" && password === "") return { url };
  url.username = "";
  url.password = "";
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { url, authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

function parsed(given: string | URL): URL | undefined {
  try {
    return new URL(given);
  } catch {
    return undefined;
  }
}

/** A lone `%` stands for itself. */
function decoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll("%", ""), "hex").toString(),
  );
}
