import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import { customAnalysis, innerAxis, type CustomPage, type PageSetting } from '../../analyses/custom.ts';
import { Failed, Nothing, RowsAwaited } from '../../components/states.tsx';
import { useMayWrite } from '../../console/context.ts';
import '../screens.css';
import { AnalysisScreen } from './analysis-screen.tsx';
import { usePageSetting } from './use-page-setting.ts';
import { useSay } from './use-report.ts';

/** An analysis that the company composed: its setting first, then as every other. */
export const CustomScreen = ({ page }: { readonly page: CustomPage }) => {
  const say = useSay();
  const { setting, failure, again } = usePageSetting(page);
  if (setting !== undefined && setting !== null) return <Composed page={page} setting={setting} />;
  return (
    <article className="tp-screen">
      <header className="tp-screen-head"><h1>{say(`${page}.title`)}</h1></header>
      <section className="tp-panel">
        {failure !== null ? <Failed trouble={failure} onAgain={again} /> : setting === undefined ? <RowsAwaited rows={8} /> : <Unset page={page} />}
      </section>
    </article>
  );
};

const Composed = ({ page, setting }: { readonly page: CustomPage; readonly setting: PageSetting }) => {
  const mayWrite = useMayWrite('settings');
  const analysis = useMemo(() => customAnalysis(page, setting), [page, setting]);
  const lead = mayWrite
    ? <Link to={'/ad-analyze-setting' as '/'} search={{ modal: 'edit', id: String(setting.id) } as object}><FormattedMessage id="custom.change" /></Link>
    : <FormattedMessage id="custom.lead" />;
  return <AnalysisScreen analysis={analysis} title={setting.name} lead={lead} by={innerAxis(setting)} />;
};

/** Nobody has composed it yet: whoever may is led to where it is done. */
const Unset = ({ page }: { readonly page: CustomPage }) => {
  const mayWrite = useMayWrite('settings');
  return (
    <Nothing title={<FormattedMessage id="custom.none" />}>
      {mayWrite
        ? <Link className="p-button" to={'/ad-analyze-setting' as '/'} search={{ modal: 'add', analyze_page: page } as object}><FormattedMessage id="custom.compose" /></Link>
        : <p><FormattedMessage id="custom.none_hint" /></p>}
    </Nothing>
  );
};
