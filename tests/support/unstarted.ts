/** The file of its folder in which it stands why the program of the journeys did not start. */
export const UNSTARTED = 'unstarted.txt';
