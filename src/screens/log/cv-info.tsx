import { lazy, Suspense } from 'react';
import { useLevel } from '../../console/context.ts';
import { cvInfo, cvInfoWithoutSiteData } from '../../resources/cv-info.ts';
import { LogScreen, type LogFooter } from './log-screen.tsx';

// Loaded after the rows: with the screen, it would take the footer of all reports to a file of its own.
const CvInfoBasis = lazy(() => import('./cv-info-basis.tsx'));

/** CV information follows the rules of reports, which logs do not, and states them as reports do. */
const showBasis: LogFooter = page =>
  page && (
    <Suspense>
      <CvInfoBasis page={page} />
    </Suspense>
  );

/** /analyze/cv */
export const Screen = () => (
  <LogScreen log={useLevel('cv_log') === 'none' ? cvInfoWithoutSiteData : cvInfo} footer={showBasis} />
);
