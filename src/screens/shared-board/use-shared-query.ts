import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useExecutePublic } from '../../console/context.ts';
import { useQueryMachine, type QueryState } from '../use-query.ts';

/** Reads a part of a shared board, without a session (machines/query.ts). */
export const useSharedQuery = <Result extends object, Variables extends object>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): QueryState<Result> => {
  const execute = useExecutePublic();
  return useQueryMachine(document, variables, (_ask, query, signal) =>
    execute(query.document, query.variables, signal),
  );
};
