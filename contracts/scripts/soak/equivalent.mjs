/** Faults that change nothing that anybody could notice, and why. */
export const EQUIVALENT = {};
