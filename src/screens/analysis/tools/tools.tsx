import { lazy, Suspense } from 'react';
import type { ToolsProps } from './tools-menu.tsx';

const ToolsMenu = lazy(() => import('./tools-menu.tsx'));

/** The place of a report's tools: it is there before they are, so that nothing moves when they come. */
export const AnalysisTools = (props: ToolsProps) => (
  <Suspense fallback={<span className="tp-bar-tools" />}>
    <ToolsMenu {...props} />
  </Suspense>
);
