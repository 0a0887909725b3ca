import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Shows something of a screen where the notices of the console are; nothing while the console has no such
 * place.
 */
export const AmongNotices = ({ children }: { readonly children: ReactNode }) => {
  const place = document.querySelector('.notices');
  return place === null ? null : createPortal(children, place);
};
