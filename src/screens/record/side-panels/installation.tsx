import { useIntl } from 'react-intl';
import { InstallationDocument, type InstallationQuery } from '../../../../graphql/generated/graphql.ts';
import { Button } from '../../../components/button.tsx';
import { listedText } from '../../../components/labelled-text.ts';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { Failed, RowsPlaceholder } from '../../../components/states.tsx';
import { useFormatter } from '../../../components/use-formatter.ts';
import { useMayWrite } from '../../../console/context.ts';
import { present, type Present } from '../../../resources/row.ts';
import { useChanged } from '../../../console/row-changes.ts';
import { useQueryState } from '../../use-query.ts';
import { Copyable } from './copyable.tsx';
import { Panel, Verdict, type Tone } from './panel.tsx';
import { ServerConversions } from './server-conversions.tsx';
import type { SidePanelProps } from './panel.tsx';

type Seen = NonNullable<InstallationQuery['one']>;
type Host = Present<Seen['hosts']>;

const VERDICTS: Readonly<Record<Seen['verdict'], readonly [Tone, IconName]>> = {
  never: ['quiet', 'help'],
  seen: ['good', 'check'],
  silent: ['warn', 'warning'],
  foreign_only: ['bad', 'warning'],
};

/** Panel of a product: its measurement tag, and whether page views of it arrive. */
export const ProductPanel = ({ id, read = false }: SidePanelProps) =>
  useMayWrite('settings') && id !== null ? (
    <Installation productId={id} title="side_panel.tag.title" only={() => true} read={read} />
  ) : null;

/** Panel of a crossdomain sender: the tag for its pages, and whether page views of it arrive. */
export const SenderPanel = ({ draft }: SidePanelProps) => {
  const mayWrite = useMayWrite('settings');
  const product = draft['product_id'];
  const sender = typeof draft['sender_domain'] === 'string' ? draft['sender_domain'].toLowerCase() : '';
  if (!mayWrite || typeof product !== 'number' || product <= 0) return null;
  return (
    <Installation
      productId={product}
      title="side_panel.tag.sender_title"
      only={({ host }) => host === sender || host.endsWith(`.${sender}`)}
      sender
    />
  );
};

/** Warnings about values that pages state and that the collector cannot read. */
const UnreadableValues = ({ seen }: { readonly seen: Seen }) => {
  const intl = useIntl();
  const show = useFormatter();
  const counts = [
    ['amounts', seen.unreadable_amounts],
    ['identifiers', seen.unreadable_identifiers],
  ] as const;
  return counts.map(
    ([name, count]) =>
      count > 0 && (
        <Verdict key={name} tone="warn" sign={<Icon name="warning" />}>
          {intl.formatMessage(
            { id: `side_panel.tag.unreadable_${name}` },
            { count, last: show('time', seen.last_unreadable) },
          )}
        </Verdict>
      ),
  );
};

/** Number of hosts or parameters that a warning names. */
const MAX_NAMED = 5;

/** What the collector refused or ignored of the product's senders in the last days. */
const IgnoredReports = ({ seen }: { readonly seen: Seen }) => {
  const intl = useIntl();
  const show = useFormatter();
  // Copies of pages by translators and archives are refused for ever, so they are no warning where the tag is seen.
  const hostTone = seen.verdict === 'seen' ? 'quiet' : 'warn';
  const lists = [
    [
      'refused_hosts',
      hostTone,
      present(seen.refused_hosts).map(({ host, ...at }) => ({ name: host, ...at })),
    ],
    ['unknown_parameters', 'warn', present(seen.unknown_parameters)],
  ] as const;
  return lists.map(
    ([kind, tone, found]) =>
      found[0] !== undefined && (
        <Verdict key={kind} tone={tone} sign={<Icon name="warning" />}>
          {intl.formatMessage(
            { id: `side_panel.tag.${kind}` },
            {
              names: listedText(
                found.slice(0, MAX_NAMED).map(({ name }) => name),
                intl,
              ),
              last: show('time', found[0].last_seen),
            },
          )}
        </Verdict>
      ),
  );
};

/** The domains that the tag may report from, and what was seen of each. */
const Hosts = ({ hosts }: { readonly hosts: readonly Host[] }) => {
  const intl = useIntl();
  const show = useFormatter();
  const translate = (name: string, values?: Record<string, number | string>) =>
    intl.formatMessage({ id: name }, values);
  return (
    <>
      {hosts.length === 0 && <p className="tp-panel-hint">{translate('side_panel.tag.unseen')}</p>}
      <ul className="tp-hosts" aria-label={translate('side_panel.tag.hosts')}>
        {hosts.map(({ host, relation, first_seen, last_seen, page_views }) => (
          <li key={`${relation} ${host}`}>
            <strong>{host}</strong>
            <small>{translate(`side_panel.tag.relation.${relation}`)}</small>
            <small>
              {last_seen === null
                ? translate('side_panel.tag.unseen')
                : translate('side_panel.tag.seen', {
                    first: show('time', first_seen),
                    last: show('time', last_seen),
                    views: page_views,
                  })}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
};

interface Props {
  readonly productId: number;
  readonly title: string;
  /** Selects the hosts that are listed. */
  readonly only: (host: Host) => boolean;
  readonly sender?: boolean;
  /** Read only, outside a form. */
  readonly read?: boolean;
}

const Installation = ({ productId, title, only, sender = false, read = false }: Props) => {
  const intl = useIntl();
  const show = useFormatter();
  const { answer, failure, busy, reload } = useQueryState(InstallationDocument, { id: productId });
  useChanged('products', reload);
  const translate = (name: string, values?: Record<string, number | string>) =>
    intl.formatMessage({ id: name }, values);
  const seen = answer?.one ?? null;
  if (seen === null)
    return (
      <Panel title={title}>
        {failure === null ? <RowsPlaceholder rows={4} /> : <Failed failure={failure} onAgain={reload} />}
      </Panel>
    );
  const hosts = present(seen.hosts).filter(only);
  const [tone, icon] = VERDICTS[seen.verdict];
  return (
    <>
      <Panel title={title} busy={busy}>
        <Copyable
          label={translate('side_panel.tag.tag')}
          text={seen.tag}
          note={translate(sender ? 'side_panel.tag.sender_hint' : 'side_panel.tag.hint')}
        />
        {!sender && (
          <Verdict tone={tone} sign={<Icon name={icon} />}>
            {translate(`side_panel.tag.verdict.${seen.verdict}`, {
              views: seen.page_views,
              last: show('time', seen.last_seen),
            })}
          </Verdict>
        )}
        {!sender && seen.verdict === 'never' && (
          <p className="tp-panel-hint">{translate('side_panel.tag.other_domains')}</p>
        )}
        {!sender && <UnreadableValues seen={seen} />}
        {!sender && <IgnoredReports seen={seen} />}
        <Hosts hosts={hosts} />
        <Button label={translate('side_panel.tag.recheck')} icon={<Icon name="restore" />} onClick={reload} />
      </Panel>
      {!sender && (
        <ServerConversions productId={productId} installation={seen} onChanged={reload} read={read} />
      )}
    </>
  );
};
