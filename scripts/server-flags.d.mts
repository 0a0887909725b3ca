/** Options of Node for a process that runs the server. */
export declare const SERVER_FLAGS: readonly string[];
