import { Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { AdLinksDocument } from '../../../../graphql/generated/graphql.ts';
import { Button } from '../../../components/button.tsx';
import { textOf } from '../../../components/fields/reading.ts';
import { Icon } from '../../../components/icon.tsx';
import { Failed, RowsAwaited } from '../../../components/states.tsx';
import { useChanged } from '../../../console/row-changes.ts';
import { useMayWrite } from '../../../console/context.ts';
import { redirects as redirectsResource } from '../../../resources/redirects.ts';
import { present } from '../../../resources/row.ts';
import { useInquiry } from '../../use-query.ts';
import type { AnyDraft } from '../fields.ts';
import { RecordModal } from '../lazy-modal.ts';
import type { AsideProps } from '../record-aside.tsx';
import { ClickPreview } from './click-preview.tsx';
import { Copyable } from './copyable.tsx';
import { Panel } from './panel.tsx';

/** Beside an ad: what is given to media and networks, and where a click would go. */
export const AdAside = ({ id, draft, read = false }: AsideProps) => {
  const mayWrite = useMayWrite('settings');
  return (
    <>
      {mayWrite && <ClickPreview id={id} draft={draft} read={read} />}
      {id !== null && <AdLinks id={id} draft={draft} mayAdd={mayWrite && read} />}
    </>
  );
};

interface LinksProps {
  readonly id: number;
  readonly draft: AnyDraft;
  /** Not inside of a form: one does not stand in another. */
  readonly mayAdd: boolean;
}

const AdLinks = ({ id, draft, mayAdd }: LinksProps) => {
  const intl = useIntl();
  const [adding, setAdding] = useState(false);
  const { answer, failure, busy, again } = useInquiry(AdLinksDocument, { id });
  useChanged('ads', again);
  useChanged('redirects', again);
  const say = (name: string, values?: Record<string, number>) => intl.formatMessage({ id: name }, values);
  const links = answer?.one ?? null;
  if (links === null)
    return (
      <Panel title="aside.links.title">
        {failure === null ? <RowsAwaited rows={4} /> : <Failed trouble={failure} onAgain={again} />}
      </Panel>
    );
  const redirects = present(links.redirects);
  const parameters = present(links.parameters);
  return (
    <Panel title="aside.links.title" busy={busy}>
      {redirects.length === 0 && (
        <p className="tp-panel-hint">{say(mayAdd ? 'aside.links.none' : 'aside.links.none_yet')}</p>
      )}
      {redirects.map(({ redirect_id, url, tracking_url, fate }) => (
        <Copyable
          key={redirect_id}
          label={say('aside.links.click', { id: redirect_id })}
          text={parameters.length > 0 ? tracking_url : url}
          {...(fate !== 'counted' && { note: say(`aside.fate.${fate}`) })}
        />
      ))}
      {mayAdd && (
        <Button label={say('aside.links.add')} icon={<Icon name="plus" />} onClick={() => setAdding(true)} />
      )}
      {adding && (
        <Suspense>
          <RecordModal
            resource={redirectsResource}
            kind="add"
            id={null}
            given={{
              product_id: Number(draft['product_id']),
              ad_id: id,
              redirect_url: textOf(draft['redirect_url']),
            }}
            onClosed={() => setAdding(false)}
          />
        </Suspense>
      )}
      <Copyable label={say('aside.links.impression')} text={links.impression_tag} />
      {links.direct_link ? (
        <Copyable
          label={say('aside.links.direct')}
          text={links.direct_url ?? links.direct_parameter}
          note={
            <FormattedMessage
              id="aside.links.direct_hint"
              values={{ parameter: <code>{links.direct_parameter}</code> }}
            />
          }
        />
      ) : (
        <p className="tp-panel-hint">{say('aside.links.direct_off')}</p>
      )}
      {parameters.length > 0 && (
        <>
          <p className="tp-panel-hint">{say('aside.links.parameters')}</p>
          <dl className="tp-facts">
            {parameters.map(({ column, name, macro }) => (
              <div key={column}>
                <dt>
                  <code>{macro}</code>
                </dt>
                <dd>
                  {say(`column.parameter.${column}`)}: <code>{name}</code>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Panel>
  );
};
