import { lazy } from 'react';
import type { RecordModal as Modal } from './record-modal.tsx';

/**
 * The modal of a record, whose code is loaded when it is opened. React's `lazy` loses type parameters: hence
 * the cast.
 */
export const RecordModal = lazy(async () => ({
  default: (await import('./record-modal.tsx')).RecordModal,
})) as unknown as typeof Modal;
