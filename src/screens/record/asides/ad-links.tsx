import { FormattedMessage, useIntl } from 'react-intl';
import { AdLinksDocument } from '../../../../graphql/generated/graphql.ts';
import { Failed, RowsAwaited } from '../../../components/states.tsx';
import { useChanged } from '../../../console/changed.ts';
import { useMayWrite } from '../../../console/context.ts';
import { present } from '../../../resources/row.ts';
import { useInquiry } from '../../use-inquiry.ts';
import type { AsideProps } from '../record-aside.tsx';
import { ClickPreview } from './click-preview.tsx';
import { Copyable } from './copyable.tsx';
import { Panel } from './panel.tsx';

/** Beside an ad: what is given to media and networks, and where a click would go. */
export const AdAside = ({ id, draft }: AsideProps) => {
  const mayWrite = useMayWrite('settings');
  return (
    <>
      {mayWrite && <ClickPreview id={id} draft={draft} />}
      {id !== null && <AdLinks id={id} />}
    </>
  );
};

const AdLinks = ({ id }: { readonly id: number }) => {
  const intl = useIntl();
  const { answer, failure, busy, again } = useInquiry(AdLinksDocument, { id });
  useChanged('ads', again);
  useChanged('redirects', again);
  const say = (name: string, values?: Record<string, number>) => intl.formatMessage({ id: name }, values);
  const links = answer?.one ?? null;
  if (links === null) return <Panel title="aside.links.title">{failure === null ? <RowsAwaited rows={4} /> : <Failed trouble={failure} onAgain={again} />}</Panel>;
  const redirects = present(links.redirects);
  const parameters = present(links.parameters);
  return (
    <Panel title="aside.links.title" busy={busy}>
      {redirects.length === 0 && <p className="tp-panel-hint">{say('aside.links.none')}</p>}
      {redirects.map(({ redirect_id, url, tracking_url, fate }) => (
        <Copyable
          key={redirect_id} label={say('aside.links.click', { id: redirect_id })} text={parameters.length > 0 ? tracking_url : url}
          {...(fate !== 'counted' && { note: say(`aside.fate.${fate}`) })}
        />
      ))}
      <Copyable label={say('aside.links.impression')} text={links.impression_tag} />
      {links.direct_link
        ? <Copyable label={say('aside.links.direct')} text={links.direct_url ?? links.direct_parameter} note={<FormattedMessage id="aside.links.direct_hint" values={{ parameter: <code>{links.direct_parameter}</code> }} />} />
        : <p className="tp-panel-hint">{say('aside.links.direct_off')}</p>}
      {parameters.length > 0 && (
        <>
          <p className="tp-panel-hint">{say('aside.links.parameters')}</p>
          <dl className="tp-facts">
            {parameters.map(({ column, name, macro }) => <div key={column}><dt><code>{macro}</code></dt><dd>{say(`column.parameter.${column}`)} (<code>{name}</code>)</dd></div>)}
          </dl>
        </>
      )}
    </Panel>
  );
};
