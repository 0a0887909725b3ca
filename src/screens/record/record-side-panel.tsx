import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react';
import type { FormPanel } from '../../resources/resource.ts';
import type { SidePanelProps } from './side-panels/panel.tsx';

/** Panels by their names in descriptors, each loaded on first use. */
const SIDE_PANELS: Readonly<Partial<Record<FormPanel, LazyExoticComponent<ComponentType<SidePanelProps>>>>> =
  {
    ad_links: lazy(async () => ({ default: (await import('./side-panels/ad-links.tsx')).AdPanel })),
    test_send: lazy(async () => ({ default: (await import('./side-panels/test-send.tsx')).NetworkPanel })),
    macros: lazy(async () => ({ default: (await import('./side-panels/macros.tsx')).MacroHelp })),
    installation: lazy(async () => ({
      default: (await import('./side-panels/installation.tsx')).ProductPanel,
    })),
    sync_runs: lazy(async () => ({ default: (await import('./side-panels/sync-runs.tsx')).RunsPanel })),
    identity_provider: lazy(async () => ({
      default: (await import('./side-panels/identity-provider.tsx')).IdentityProviderPanel,
    })),
    cv_pages: lazy(async () => ({ default: (await import('./side-panels/cv-pages.tsx')).CvPagesPanel })),
    set_tag: lazy(async () => ({ default: (await import('./side-panels/installation.tsx')).SenderPanel })),
  };

export const RecordSidePanel = ({
  panel,
  ...props
}: SidePanelProps & { readonly panel: FormPanel | undefined }) => {
  const Draw = panel === undefined ? undefined : SIDE_PANELS[panel];
  return Draw === undefined ? null : (
    <aside className="tp-record-side">
      <Suspense>
        <Draw {...props} />
      </Suspense>
    </aside>
  );
};
