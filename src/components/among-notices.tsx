import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Renders its children into the console's notice area; renders nothing on pages without that area. */
export const AmongNotices = ({ children }: { readonly children: ReactNode }) => {
  const place = document.querySelector('.notices');
  return place === null ? null : createPortal(children, place);
};
