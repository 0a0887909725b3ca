import { DEFAULT_SLICE } from '../../server/platform/slice-names.ts';
import type { LoaderParts } from '../../server/collector/loader.ts';

/** The parts of the loader of an installation with one server. */
export const ONE_SLICE: Pick<LoaderParts, 'slice' | 'select'> = {
  slice: DEFAULT_SLICE,
  select: async batch => batch,
};
