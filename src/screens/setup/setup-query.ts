import { SetupDocument, type SetupQuery } from '../../../graphql/generated/graphql.ts';

/** Query of the progress of a setup. */
export const setupQuery = SetupDocument;
export type SetupAnswer = SetupQuery;
