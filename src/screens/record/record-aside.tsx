import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react';
import type { FormPanel } from '../../resources/resource.ts';
import type { AnyDraft } from './fields.ts';

/** Properties of the panel beside a form: id of the record (null: new) and the typed draft. */
export interface AsideProps {
  readonly id: number | null;
  readonly draft: AnyDraft;
  /** Read only, outside a form. */
  readonly read?: boolean;
}

/** Panels by their names in descriptors, each loaded on first use. */
const ASIDES: Readonly<Partial<Record<FormPanel, LazyExoticComponent<ComponentType<AsideProps>>>>> = {
  ad_links: lazy(async () => ({ default: (await import('./asides/ad-links.tsx')).AdAside })),
  test_send: lazy(async () => ({ default: (await import('./asides/test-send.tsx')).NetworkAside })),
  macros: lazy(async () => ({ default: (await import('./asides/macros.tsx')).MacroHelp })),
  installation: lazy(async () => ({ default: (await import('./asides/installation.tsx')).ProductAside })),
  sync_runs: lazy(async () => ({ default: (await import('./asides/sync-runs.tsx')).RunsAside })),
  cv_pages: lazy(async () => ({ default: (await import('./asides/cv-pages.tsx')).CvPagesAside })),
  set_tag: lazy(async () => ({ default: (await import('./asides/installation.tsx')).SenderAside })),
};

export const RecordAside = ({ panel, ...props }: AsideProps & { readonly panel: FormPanel | undefined }) => {
  const Draw = panel === undefined ? undefined : ASIDES[panel];
  return Draw === undefined ? null : (
    <aside className="tp-record-aside">
      <Suspense>
        <Draw {...props} />
      </Suspense>
    </aside>
  );
};
