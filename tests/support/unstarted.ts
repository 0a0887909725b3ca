/** The name of the file with the reason why the journeys' program did not start. */
export const UNSTARTED = 'unstarted.txt';
