/** Node options of a server process. */
export declare const SERVER_FLAGS: readonly string[];
