/**
 * The predicate: events to verdict, a pure fold. No files, no clock, no format; it imports the event algebra
 * and the words of a verdict, nothing else.
 *
 *     const verdict = conclude(events.reduce(step, initial({ since })));
 *
 * `initial` is the state before the first event, `step` takes one event in, `conclude` says what the events so
 * far prove. The fold can be stopped and taken up again anywhere; a state is a value.
 */

export { conclude } from "./fold/conclude.ts";
export { needsOf } from "./fold/needs.ts";
export type { Need } from "./fold/needs.ts";
export { WINDOW_BYTES_DEFAULT, initial, isOfRun, windowFrom } from "./fold/state.ts";
export type { FoldOptions, State } from "./fold/state.ts";
export { fork, step } from "./fold/step.ts";
