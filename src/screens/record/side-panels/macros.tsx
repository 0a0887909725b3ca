import { FormattedMessage, useIntl } from 'react-intl';
import { Icon } from '../../../components/icon.tsx';
import { listedText } from '../../../components/labelled-text.ts';
import { Panel, Verdict, type SidePanelProps } from './panel.tsx';
import { privateHostOf } from './private-host.ts';

/**
 * Macros of a notification in the order of the help; a test compares them with those that the server fills.
 */
export const MACROS = [
  'result_id',
  'xclid',
  'media_session',
  'key1',
  'key2',
  'key3',
  'args',
  'amount',
  'status',
  'cv_time',
  'ad_id',
  'signature',
] as const;

/** Macros of CV tags that the page fills with the signals of its consent platform. */
export const CONSENT_MACROS = ['gdpr', 'gdpr_consent', 'gpp', 'gpp_sid'] as const;

const Macros = ({ names }: { readonly names: readonly string[] }) => (
  <dl className="tp-facts tp-macros">
    {names.map(name => (
      <div key={name}>
        <dt>
          <code>{`{${name}}`}</code>
        </dt>
        <dd>
          <FormattedMessage id={`macro.${name}`} />
        </dd>
      </div>
    ))}
  </dl>
);

/** Macros of a webhook URL that a notification replaces by nothing. In a CV tag, braces may belong to its script. */
const unknownMacros = (url: unknown): readonly string[] =>
  typeof url === 'string'
    ? [...new Set(url.match(/\{\w+\}/g))].filter(macro => !MACROS.some(name => macro === `{${name}}`))
    : [];

const UnknownMacros = ({ draft }: Pick<SidePanelProps, 'draft'>) => {
  const intl = useIntl();
  const unknown = unknownMacros(draft['webhook_url']);
  if (unknown.length === 0) return null;
  return (
    <Verdict tone="warn" sign={<Icon name="warning" />}>
      <FormattedMessage id="side_panel.macros.unknown" values={{ names: listedText(unknown, intl) }} />
    </Verdict>
  );
};

const PrivateHost = ({ draft }: Pick<SidePanelProps, 'draft'>) => {
  const host = privateHostOf(draft['webhook_url']);
  if (host === null) return null;
  return (
    <Verdict tone="warn" sign={<Icon name="warning" />}>
      <FormattedMessage id="side_panel.macros.private" values={{ host }} />
    </Verdict>
  );
};

/** Macros of webhook addresses and CV tags, with their meaning; those of CV tags only come last. */
export const MacroHelp = ({ draft }: Pick<SidePanelProps, 'draft'>) => (
  <Panel title="side_panel.macros.title">
    <p className="tp-panel-hint">
      <FormattedMessage id="side_panel.macros.lead" />
    </p>
    <UnknownMacros draft={draft} />
    <PrivateHost draft={draft} />
    <Macros names={MACROS} />
    <h3>
      <FormattedMessage id="side_panel.macros.cv_tags" />
    </h3>
    <Macros names={CONSENT_MACROS} />
  </Panel>
);
