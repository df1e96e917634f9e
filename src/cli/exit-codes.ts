/** The exit codes of every command. Stable: scripts depend on them. */

/** Every transcript is terminal. */
export const EXIT_TERMINAL = 0;
/** A decision was made, whichever it is. The same number: nothing went wrong. */
export const EXIT_DECIDED = 0;
/** Everything could be judged, and something is not terminal. */
export const EXIT_NOT_TERMINAL = 1;
/** The command was used wrongly, or something could not be read; the rest was judged all the same. */
export const EXIT_USAGE = 2;
/**
 * The reader of the output went away (`| head`) before all was written: what a shell says of a program that
 * SIGPIPE ended (128 + 13). Never 0, which would say that everything is terminal.
 */
export const EXIT_CLOSED_PIPE = 141;
/** What was asked for was done, or was so already. */
export const EXIT_DONE = 0;
/** What was asked about is not so, or something of it is to be repaired. */
export const EXIT_NOT_DONE = 1;
/** The time was up before the run ended: the number that timeout(1) has for it. */
export const EXIT_TIMED_OUT = 124;
