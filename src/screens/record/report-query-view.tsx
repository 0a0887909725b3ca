import { createContext, use, type ReactNode } from 'react';
import { NOTHING } from '../../components/formats.ts';

/**
 * Tells an analysis with what is asked of it in words. Forms that have no such field need not know analyses:
 * the screen that has one brings this.
 */
export const ReportTold = createContext<((address: string) => ReactNode) | null>(null);

/** An analysis with what is asked of it; where nobody tells it in words, by its address. */
export const ReportAsked = ({ address }: { readonly address: string }) => {
  const tell = use(ReportTold);
  return address === '' ? <span>{NOTHING}</span> : (tell?.(address) ?? <code>{address}</code>);
};
