import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  ClickPreviewDocument,
  type ClickPreviewMutation,
  type PreviewClickForm_Input,
} from '../../../../graphql/generated/graphql.ts';
import { Button } from '../../../components/button.tsx';
import { ratio } from '../../../components/formats.ts';
import { listedText } from '../../../components/labelled-text.ts';
import { Icon } from '../../../components/icon.tsx';
import { Failed, RowsPlaceholder } from '../../../components/states.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useChanged } from '../../../console/row-changes.ts';
import { present, type Present } from '../../../resources/row.ts';
import { useQueryState } from '../../use-query.ts';
import { Panel, Verdict, type SidePanelProps } from './panel.tsx';
import { someVisitor, typedAd } from './ad-draft.ts';
import { useDebouncedValue } from './use-debounced-value.ts';

type Click = Present<NonNullable<ClickPreviewMutation['one']>['clicks']>;

/** Destination of a click on the ad as typed; requested again after a pause in typing. */
export const ClickPreview = ({ id, draft, read = false }: SidePanelProps) => {
  const intl = useIntl();
  const [request, setRequest] = useState(() => ({ visitor: someVisitor(), url: '' }));
  const typed = typedAd(draft, id, request);
  const settled = useDebouncedValue(JSON.stringify(typed));
  const parameters = JSON.parse(settled) as PreviewClickForm_Input | null;
  return (
    <Panel title="side_panel.preview.title">
      <p className="tp-panel-hint">
        <FormattedMessage id={read ? 'side_panel.preview.lead_saved' : 'side_panel.preview.lead'} />
      </p>
      {draft['dynamic_lpurl'] === true && (
        <TextField
          name="preview_url"
          label={intl.formatMessage({ id: 'side_panel.preview.url' })}
          value={request.url}
          verbatim
          maxLength={4000}
          onChange={url => setRequest({ ...request, url })}
        />
      )}
      {parameters === null ? (
        <p className="tp-panel-hint">
          <FormattedMessage id="side_panel.preview.no_product" />
        </p>
      ) : (
        <Clicks parameters={parameters} />
      )}
      {draft['lpo_flag'] === true && (
        <>
          <Button
            label={intl.formatMessage({ id: 'side_panel.preview.another' })}
            icon={<Icon name="restore" />}
            onClick={() => setRequest({ ...request, visitor: someVisitor() })}
          />
          <small>
            <FormattedMessage id="side_panel.preview.same" />
          </small>
        </>
      )}
    </Panel>
  );
};

const Clicks = ({ parameters }: { readonly parameters: PreviewClickForm_Input }) => {
  const { answer, failure, busy, reload } = useQueryState(ClickPreviewDocument, { input: parameters });
  useChanged('ads', reload);
  useChanged('redirects', reload);
  if (failure !== null) return <Failed failure={failure} onAgain={reload} />;
  if (answer === null) return <RowsPlaceholder rows={3} />;
  return (
    <div aria-live="polite" aria-busy={busy}>
      {present(answer.one?.clicks).map(click => (
        <Outcome key={click.redirect_id} click={click} />
      ))}
    </div>
  );
};

const toneOf = (verdict: Click['verdict']): string => {
  if (verdict === 'counted') return 'good';
  return verdict === 'lost' ? 'bad' : 'warn';
};

/** Names of the values that were read. */
const namesOf = (values: readonly { readonly name: string }[]): readonly string[] =>
  values.map(({ name }) => name);

/** The landing pages among which clicks are divided, and the one that was chosen. */
const Entries = ({
  entries,
  translate,
}: {
  readonly entries: readonly Present<Click['entries']>[];
  readonly translate: (name: string) => string;
}) => (
  <ul>
    {entries.map(({ number, title, url, verdict, share, chosen }) => (
      <li key={number} className="tp-entry" data-chosen={chosen}>
        <span>
          {title === '' ? url : title}
          {chosen && <span className="visually-hidden"> {translate('side_panel.preview.chosen')}</span>}
        </span>
        <b>{verdict === 'used' ? ratio(share) : '-'}</b>
        {verdict === 'used' ? (
          <span className="tp-entry-share" aria-hidden="true">
            <span style={{ width: `${share * 100}%` }} />
          </span>
        ) : (
          <small>{translate(`side_panel.entry.${verdict}`)}</small>
        )}
      </li>
    ))}
  </ul>
);

const Outcome = ({
  click: { redirect_id, verdict, location, choice, dynamic, entries, values, unmeasured_hosts },
}: {
  readonly click: Click;
}) => {
  const intl = useIntl();
  const translate = (name: string) => intl.formatMessage({ id: name });
  const read = present(values);
  const unmeasured = present(unmeasured_hosts);
  return (
    <div className="tp-click">
      <strong>
        {redirect_id === null
          ? translate('side_panel.preview.not_created')
          : intl.formatMessage({ id: 'side_panel.links.click' }, { id: redirect_id })}
      </strong>
      <p className={`tp-verdict tp-verdict-${toneOf(verdict)}`}>
        <Icon name={verdict === 'counted' ? 'check' : 'warning'} />
        <span>
          {verdict === 'counted'
            ? translate(`side_panel.choice.${choice}`)
            : translate(`side_panel.click.verdict.${verdict}`)}
        </span>
      </p>
      {location !== null && <code translate="no">{location}</code>}
      {unmeasured.length > 0 && (
        <Verdict tone="warn" sign={<Icon name="warning" />}>
          {intl.formatMessage(
            { id: 'side_panel.preview.unmeasured' },
            { hosts: listedText(unmeasured, intl) },
          )}
        </Verdict>
      )}
      {dynamic !== 'not_asked' && dynamic !== 'accepted' && (
        <small>{translate(`side_panel.dynamic.${dynamic}`)}</small>
      )}
      <Entries entries={present(entries)} translate={translate} />
      {read.length > 0 && (
        <small>
          {intl.formatMessage({ id: 'side_panel.preview.reads' }, { names: listedText(namesOf(read), intl) })}
        </small>
      )}
    </div>
  );
};
