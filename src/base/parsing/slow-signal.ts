/** Ends a parse process whose task used up its processor time. The system sends this signal for timers of processor time. */
export const slowSignal = 'SIGVTALRM';
