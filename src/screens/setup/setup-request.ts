/** Parameter of the dashboard's address that expands the checklist, even if the user has hidden it. */
export const SETUP_REQUEST = { setup: 'open' } as const;
