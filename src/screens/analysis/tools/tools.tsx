import { lazy, Suspense } from 'react';
import type { ToolsProps } from './tools-menu.tsx';

const ToolsMenu = lazy(() => import('./tools-menu.tsx'));

/** The tools of a report. Their place exists before they are loaded, so that the layout does not shift. */
export const AnalysisTools = (props: ToolsProps) => (
  <Suspense fallback={<span className="tp-bar-tools" />}>
    <ToolsMenu {...props} />
  </Suspense>
);
