import { lazy } from 'react';
import type { RecordModal as Modal } from './record-modal.tsx';

/**
 * Record modal whose code is loaded when it opens. The cast restores the type parameters that React's `lazy`
 * loses.
 */
export const RecordModal = lazy(async () => ({
  default: (await import('./record-modal.tsx')).RecordModal,
})) as unknown as typeof Modal;
