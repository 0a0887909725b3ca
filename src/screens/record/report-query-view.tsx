import { createContext, use, type ReactNode } from 'react';
import { NOTHING } from '../../components/formats.ts';

/**
 * Describes an analysis with its query in words. Forms without such a field do not depend on analyses: the
 * screen that has one provides this.
 */
export const ReportTold = createContext<((address: string) => ReactNode) | null>(null);

/** An analysis with its query; without a provided description, by its address. */
export const ReportAsked = ({ address }: { readonly address: string }) => {
  const tell = use(ReportTold);
  return address === '' ? <span>{NOTHING}</span> : (tell?.(address) ?? <code>{address}</code>);
};
