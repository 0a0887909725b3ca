import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { VisitorPathDocument, type VisitorPathQuery } from '../../graphql/generated/graphql.ts';
import { leftOut, type LogAnswer, type LogParameters, type LinkTarget } from './log.ts';
import type { Present } from './row.ts';

type Raw = Present<Present<VisitorPathQuery['page']>['results']>;
export type StepKind = 'contact' | 'access' | 'conversion';
export type Step = Omit<Raw, 'kind'> & {
  readonly kind: StepKind;
  readonly left_out: string;
  readonly key: string;
};

/** The contacts, page views and conversions of one visitor on one time line, newest first. */
export const visitorPath = {
  operation: VisitorPathDocument as TypedDocumentNode<LogAnswer<Raw>, LogParameters>,
  row: (raw: Raw): Step => ({
    ...raw,
    kind: raw.kind as StepKind,
    left_out: leftOut(raw),
    key: `${raw.kind}.${raw.id}`,
  }),
};

const PAGES: Readonly<Record<StepKind, string>> = {
  contact: '/log/reference',
  access: '/log/access',
  conversion: '/log/cv',
};
/** The page of a step in its log. */
export const pageOfStep = ({ kind, id }: Pick<Step, 'kind' | 'id'>): LinkTarget => ({
  path: `${PAGES[kind]}/${id}`,
});
