import { Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../components/button.tsx';
import { textOf } from '../../../components/fields/reading.ts';
import { Icon } from '../../../components/icon.tsx';
import { NotLoaded } from '../../../components/states.tsx';
import { useChanged } from '../../../console/row-changes.ts';
import { useMayWrite } from '../../../console/context.ts';
import { redirects as redirectsResource } from '../../../resources/redirects.ts';
import { present, type Present } from '../../../resources/row.ts';
import { adLinksQuery, clickUrlOf, type Links } from '../../click-url.ts';
import { useQueryState } from '../../use-query.ts';
import type { AnyDraft } from '../fields.ts';
import { RecordModal } from '../lazy-modal.ts';
import { ClickPreview } from './click-preview.tsx';
import { Copyable } from './copyable.tsx';
import { Panel, type SidePanelProps } from './panel.tsx';

/** Panel of an ad: its click URLs, and the destination of a click. */
export const AdPanel = ({ id, draft, read = false }: SidePanelProps) => {
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
  /** Only outside a form, as forms cannot be nested. */
  readonly mayAdd: boolean;
}

interface AddRedirectProps {
  readonly id: number;
  readonly draft: AnyDraft;
}

/** Button that adds a redirect to the ad, and its form. */
const AddRedirect = ({ id, draft }: AddRedirectProps) => {
  const intl = useIntl();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Button
        label={intl.formatMessage({ id: 'side_panel.links.add' })}
        icon={<Icon name="plus" />}
        onClick={() => setAdding(true)}
      />
      {adding && (
        <Suspense>
          <RecordModal
            resource={redirectsResource}
            kind="add"
            id={null}
            initial={{
              product_id: Number(draft['product_id']),
              ad_id: id,
              redirect_url: textOf(draft['redirect_url']),
            }}
            onClosed={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  );
};

type Parameters = readonly Present<Links['parameters']>[];

/** The direct link, if the ad has one. */
const DirectLink = ({ links }: { readonly links: Links }) => {
  const intl = useIntl();
  return links.direct_link ? (
    <Copyable
      label={intl.formatMessage({ id: 'side_panel.links.direct' })}
      text={links.direct_url ?? links.direct_parameter}
      note={
        <FormattedMessage
          id="side_panel.links.direct_hint"
          values={{ parameter: <code>{links.direct_parameter}</code> }}
        />
      }
    />
  ) : (
    <p className="tp-panel-hint">{intl.formatMessage({ id: 'side_panel.links.direct_off' })}</p>
  );
};

const ParameterList = ({ parameters }: { readonly parameters: Parameters }) => {
  const intl = useIntl();
  return (
    <>
      <p className="tp-panel-hint">{intl.formatMessage({ id: 'side_panel.links.parameters' })}</p>
      <dl className="tp-facts">
        {parameters.map(({ column, name, macro }) => (
          <div key={column}>
            <dt>
              <code>{macro}</code>
            </dt>
            <dd>
              {intl.formatMessage({ id: `column.parameter.${column}` })}: <code>{name}</code>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
};

const AdLinks = ({ id, draft, mayAdd }: LinksProps) => {
  const intl = useIntl();
  const { answer, failure, busy, reload } = useQueryState(adLinksQuery, { id });
  useChanged('ads', reload);
  useChanged('redirects', reload);
  const translate = (name: string, values?: Record<string, number>) =>
    intl.formatMessage({ id: name }, values);
  const links = answer?.one ?? null;
  if (links === null)
    return (
      <Panel title="side_panel.links.title">
        <NotLoaded failure={failure} onAgain={reload} rows={4} />
      </Panel>
    );
  const redirects = present(links.redirects);
  const parameters = present(links.parameters);
  return (
    <Panel title="side_panel.links.title" busy={busy}>
      {redirects.length === 0 && (
        <p className="tp-panel-hint">
          {translate(mayAdd ? 'side_panel.links.none' : 'side_panel.links.none_yet')}
        </p>
      )}
      {redirects.map(redirect => (
        <Copyable
          key={redirect.redirect_id}
          label={translate('side_panel.links.click', { id: redirect.redirect_id })}
          text={clickUrlOf(links, redirect).forCampaigns}
          {...(redirect.verdict !== 'counted' && {
            note: translate(`side_panel.click.verdict.${redirect.verdict}`),
          })}
        />
      ))}
      {mayAdd && <AddRedirect id={id} draft={draft} />}
      <Copyable label={translate('side_panel.links.impression')} text={links.impression_tag} />
      <DirectLink links={links} />
      {parameters.length > 0 && <ParameterList parameters={parameters} />}
    </Panel>
  );
};
