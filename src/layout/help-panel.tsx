import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Guide, helpMachine } from '../../machines/help.ts';
import { DialogBox } from '../components/dialog-box.tsx';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { FailureNote } from '../screens/failure-note.tsx';
import { findGuides } from './find-guides.ts';
import { GuideView } from './guide-view.tsx';
import './help-panel.css';
import { useGuideGroups, useGuideScreen, type GuideGroup } from './use-guide-groups.ts';

type Send = ActorRefFrom<typeof helpMachine>['send'];

interface Props {
  readonly actor: ActorRefFrom<typeof helpMachine>;
  /** Name of the guide of the open screen. */
  readonly current: string | null;
}

/**
 * Heading that takes the focus when its view replaces another, unless the user is typing in the search field. A panel
 * that opens has the focus on its title already, whether or not the guides are loaded.
 */
const FocusHeading = ({ children }: { readonly children: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!document.activeElement?.closest('.help-head')) heading.current?.focus();
  }, []);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
};

const GuideButton = ({ guide, send }: { readonly guide: Guide; readonly send: Send }) => (
  <button type="button" className="help-link" onClick={() => send({ type: 'read', guide: guide.name })}>
    {guide.title}
  </button>
);

const Index = ({ groups, send }: { readonly groups: readonly GuideGroup[]; readonly send: Send }) => (
  <>
    <FocusHeading>{useIntl().formatMessage({ id: 'help.index' })}</FocusHeading>
    {groups.map(({ label, guides }) => (
      <section key={label}>
        <h4>{label}</h4>
        <ul className="help-list">
          {guides.map(guide => (
            <li key={guide.name}>
              <GuideButton guide={guide} send={send} />
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
);

const Results = ({
  guides,
  query,
  send,
}: {
  readonly guides: readonly Guide[];
  readonly query: string;
  readonly send: Send;
}) => {
  const found = findGuides(guides, query);
  return (
    <>
      <FocusHeading>{useIntl().formatMessage({ id: 'help.results' })}</FocusHeading>
      <p role="status">
        <FormattedMessage id="palette.count" values={{ count: found.length }} />
      </p>
      <ul className="help-list">
        {found.map(({ guide, line }) => (
          <li key={guide.name}>
            <GuideButton guide={guide} send={send} />
            {line !== null && <p>{line}</p>}
          </li>
        ))}
      </ul>
    </>
  );
};

/** What the state of the machine shows below the search field. */
const Content = ({
  state,
  current,
  send,
}: {
  readonly state: SnapshotFrom<typeof helpMachine>;
  readonly current: string | null;
  readonly send: Send;
}) => {
  const intl = useIntl();
  const { guides, guide: name, query, failure } = state.context;
  const groups = useGuideGroups(guides);
  const screenOf = useGuideScreen();
  const guide = guides.find(one => one.name === name);
  if (state.matches('failed'))
    return (
      <>
        {failure !== null && <FailureNote failure={failure} />}
        <button type="button" className="p-button p-button-secondary" onClick={() => send({ type: 'retry' })}>
          <FormattedMessage id="state.retry" />
        </button>
      </>
    );
  if (state.hasTag('busy')) return <p role="status">{intl.formatMessage({ id: 'state.loading' })}</p>;
  if (state.matches({ reading: 'results' }))
    return <Results guides={groups.flatMap(group => group.guides)} query={query} send={send} />;
  if (state.matches({ reading: 'guide' }) && guide !== undefined)
    return (
      <GuideView
        key={guide.name}
        guide={guide}
        screen={guide.name === current ? null : screenOf(guide.name)}
        heading={<FocusHeading>{guide.title}</FocusHeading>}
        onRead={other => send({ type: 'read', guide: other })}
        onLeave={() => send({ type: 'close' })}
      />
    );
  return <Index groups={groups} send={send} />;
};

/** Panel with the guide of a screen, the index of all guides and a search over them. */
const HelpPanel = ({ actor, current }: Props) => {
  const intl = useIntl();
  const id = useId();
  const state = useSelector(actor, snapshot => snapshot);
  const { send } = actor;
  const { query } = state.context;
  const searchLabel = intl.formatMessage({ id: 'help.search' });
  return (
    <DialogBox
      className="modal help-panel"
      labelledBy={id}
      light
      busy={state.hasTag('busy')}
      onLeave={() => send({ type: 'close' })}
    >
      <header className="help-head">
        <h2 id={id} data-first tabIndex={-1}>
          <FormattedMessage id="help.title" />
        </h2>
        <IconButton
          icon="close"
          large
          label={intl.formatMessage({ id: 'shell.close' })}
          onClick={() => send({ type: 'close' })}
        />
        <input
          type="search"
          className="p-inputtext"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={query}
          onChange={event => send({ type: 'search', query: event.target.value })}
        />
      </header>
      <div className="help-body">
        {state.matches({ reading: 'guide' }) && (
          <button type="button" className="help-link help-back" onClick={() => send({ type: 'back' })}>
            <Icon name="previous" />
            <FormattedMessage id={query.trim() === '' ? 'help.index' : 'help.results'} />
          </button>
        )}
        <Content state={state} current={current} send={send} />
      </div>
    </DialogBox>
  );
};
export default HelpPanel;
