/** A limit on how long an answer is waited for. What does not come must not hold up everything behind it. */

/**
 * What the promise comes to, if it does so in time. What comes later is not looked at; it cannot be called off.
 *
 * @param msMax how long it is waited for, ms
 * @throws what the promise rejects with, or an error with the code `ETIMEDOUT`, which may be tried again
 */
export async function withinTime<T>(answer: T | Promise<T>, msMax: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const expire = (): void => {
      reject(Object.assign(new Error(`no answer within ${msMax} ms`), { code: "ETIMEDOUT" }));
    };
    // Not unreferenced: a process that has nothing else to do must live to hear that no answer came.
    timer = setTimeout(expire, msMax);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
