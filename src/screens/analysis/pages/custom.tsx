import { Link, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import { CUSTOM_PAGES, customAnalysis, innerAxis, type CustomPage } from '../../../analyses/custom.ts';
import { Nothing } from '../../../components/states.tsx';
import { useAnalyses, type StoredAnalysis } from '../../../console/analyses.ts';
import { useMayWrite } from '../../../console/context.ts';
import { useNaming } from '../../../console/naming.ts';
import '../../screens.css';
import { RETURNING } from '../../use-overlay.ts';
import { AnalysisScreen } from '../report/analysis-screen.tsx';
import { useTranslate } from '../report/use-report.ts';

/** The page of an address: `/analyze/custom/item-2` is `item_2`. */
const pageOf = (path: string): CustomPage =>
  CUSTOM_PAGES.find(page => path.endsWith(page.replace('_', '-'))) ?? CUSTOM_PAGES[0];

/** /analyze/custom/item-1..3: an analysis that the company composed. */
export const Screen = () => {
  const path = useRouterState({ select: state => state.location.pathname });
  const page = pageOf(path);
  const setting = useAnalyses()(page);
  useNaming(path, setting?.name ?? null);
  return setting === null ? <Unset page={page} /> : <Composed key={page} page={page} setting={setting} />;
};

const Composed = ({ page, setting }: { readonly page: CustomPage; readonly setting: StoredAnalysis }) => {
  const mayWrite = useMayWrite('settings');
  // The setting is a new object on each render; the analysis is rebuilt only when its content changes.
  const words = JSON.stringify(setting);
  const analysis = useMemo(() => customAnalysis(page, JSON.parse(words) as StoredAnalysis), [page, words]);
  const lead = mayWrite ? (
    <Link
      to={'/ad-analyze-setting' as '/'}
      search={{ modal: 'edit', id: String(setting.id) } as object}
      state={RETURNING}
    >
      <FormattedMessage id="custom.change" />
    </Link>
  ) : (
    <FormattedMessage id="custom.lead" />
  );
  return <AnalysisScreen analysis={analysis} title={setting.name} lead={lead} by={innerAxis(setting)} />;
};

/** Empty state of a page without a setting, with a link to the form for users who may compose it. */
const Unset = ({ page }: { readonly page: CustomPage }) => {
  const translate = useTranslate();
  const mayWrite = useMayWrite('settings');
  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>{translate(`analysis.${page}.title`)}</h1>
      </header>
      <section className="tp-panel">
        <Nothing title={<FormattedMessage id="custom.none" />}>
          {mayWrite ? (
            <Link
              className="p-button"
              to={'/ad-analyze-setting' as '/'}
              search={{ modal: 'add', analyze_page: page } as object}
              state={RETURNING}
            >
              <FormattedMessage id="custom.compose" />
            </Link>
          ) : (
            <p>
              <FormattedMessage id="custom.none_hint" />
            </p>
          )}
        </Nothing>
      </section>
    </article>
  );
};
