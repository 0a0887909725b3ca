import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react';
import type { FormPanel } from '../../resources/resource.ts';
import type { AnyDraft } from './fields.ts';

/** The panel next to a form gets the record's id (null: none yet) and the typed draft. */
export interface AsideProps {
  readonly id: number | null;
  readonly draft: AnyDraft;
  /** It is only read here: no form is around. */
  readonly read?: boolean;
}

/** Draws every kind of panel next to a form; each is loaded at its first use. */
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
