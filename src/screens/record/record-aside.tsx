import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react';
import type { FormPanel } from '../../resources/resource.ts';
import type { AnyDraft } from './fields.ts';

/** What stands beside a form is told which record it is (null: none yet) and what is typed. */
export interface AsideProps {
  readonly id: number | null;
  readonly draft: AnyDraft;
  /** It is only read here: no form is around. */
  readonly read?: boolean;
}

/** Draws every word for what may stand beside a form; each comes when it is wanted. */
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
