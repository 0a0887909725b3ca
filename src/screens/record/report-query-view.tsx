import { createContext, use, type ReactNode } from 'react';
import { NOTHING } from '../../components/formats.ts';

/**
 * Renderer of an analysis query as text. Provided by screens that need it, so that other forms do not depend
 * on the analyses.
 */
export const ReportQueryContext = createContext<((address: string) => ReactNode) | null>(null);

/** An analysis query as text; without a provided renderer, its address. */
export const ReportQueryView = ({ address }: { readonly address: string }) => {
  const renderQuery = use(ReportQueryContext);
  return address === '' ? <span>{NOTHING}</span> : (renderQuery?.(address) ?? <code>{address}</code>);
};
