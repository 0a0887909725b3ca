import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import type { AnyActorRef } from 'xstate';
import { chartOf } from '../../../machines/charts/chart.ts';
import type { Model } from '../../../machines/charts/model.ts';
import { models } from '../../../machines/charts/models/index.ts';
import { placesOf } from '../../../machines/charts/places.ts';
import { createSanitizer } from '../../../machines/charts/sanitize.ts';
import { speakerOf } from '../../../machines/charts/words.ts';
import { useConsole, useLocale } from '../../console/context.ts';
import { actorRegistry, type ActorHistory } from '../../console/actor-registry.ts';
import { useMachinesShown } from '../../console/machines-shown.ts';
import { NotFoundText } from '../not-found.tsx';
import { saveRecording } from '../save-recording.ts';
import '../screens.css';
import { ChartView } from './chart-view.tsx';
import './dev.css';
import { LogView } from './log-view.tsx';
import { SendForm } from './send-form.tsx';
import { tryOut } from './trial-actors.ts';
import { useDevWords } from './words.ts';

/** The page for users who may not see the machines: that of an unknown address, inside the shell. */
const Unknown = () => (
  <article className="tp-screen">
    <section className="tp-panel">
      <NotFoundText />
    </section>
  </article>
);

/** /dev/machines: charts of all machines, their actors with the recorded steps, and a form to send events. */
export const Screen = () => (useMachinesShown() ? <Machines /> : <Unknown />);

const lastOf = ({ steps, first }: ActorHistory) => steps.at(-1)?.state ?? first;

/** The actors of a machine and the selected one: by default the last running one. */
const useActorChoice = (machine: string) => {
  useSyncExternalStore(actorRegistry.subscribe, actorRegistry.version);
  const [chosen, setChosen] = useState<AnyActorRef | null>(null);
  const own = actorRegistry.all().filter(life => life.machine === machine);
  const life =
    own.find(({ ref }) => ref === chosen) ??
    own.findLast(one => lastOf(one).status === 'active') ??
    own.at(-1) ??
    null;
  return { own, life, choose: setChosen };
};

/** @param at index of a step; null: the last, negative: before the first */
const stateAt = (life: ActorHistory, at: number | null) => {
  if (at === null) return lastOf(life);
  return at < 0 ? life.first : (life.steps[at]?.state ?? lastOf(life));
};

interface MachineChoiceProps {
  readonly id: string;
  readonly onChoose: (id: string) => void;
}

const MachineChoice = ({ id, onChoose }: MachineChoiceProps) => {
  const translate = useDevWords();
  const { locale } = useLocale();
  return (
    <label>
      <span>{translate('machine')}</span>
      <select className="p-inputtext" value={id} onChange={({ target }) => onChoose(target.value)}>
        {models.map(({ machine }) => (
          <option key={machine.id} value={machine.id}>
            {machine.id} · {speakerOf(machine.id, locale).title}
          </option>
        ))}
      </select>
    </label>
  );
};

interface ActorChoiceProps {
  readonly own: readonly ActorHistory[];
  readonly life: ActorHistory | null;
  readonly tried: readonly AnyActorRef[];
  readonly onChoose: (actor: AnyActorRef | null) => void;
}

const ActorChoice = ({ own, life, tried, onChoose }: ActorChoiceProps) => {
  const translate = useDevWords();
  return (
    <label>
      <span>{translate('actor')}</span>
      <select
        className="p-inputtext"
        disabled={own.length === 0}
        value={life === null ? '' : String(own.indexOf(life))}
        onChange={({ target }) => onChoose(own[Number(target.value)]?.ref ?? null)}
      >
        {own.length === 0 && <option value="">{translate('nobody')}</option>}
        {own.map((one, index) => (
          <option key={one.ref.sessionId} value={index}>
            {one.ref.id}
            {tried.includes(one.ref) ? ` (${translate('tried')})` : ''}
            {lastOf(one).status === 'active' ? '' : ` (${translate('ended')})`} ·{' '}
            {placesOf(lastOf(one).value as never).join(', ')}
          </option>
        ))}
      </select>
    </label>
  );
};

interface ActorPanelsProps {
  readonly model: Model;
  readonly life: ActorHistory;
  readonly at: number | null;
  readonly onAt: (at: number | null) => void;
}

/** Steps of an actor, form to send events, and context. */
const ActorPanels = ({ model, life, at, onAt }: ActorPanelsProps) => {
  const translate = useDevWords();
  return (
    <div className="dev-parts">
      <section className="tp-panel" aria-labelledby="dev-log">
        <h2 id="dev-log">{translate('log')}</h2>
        <LogView life={life} at={at} onAt={onAt} />
      </section>
      <section className="tp-panel" aria-labelledby="dev-send">
        <h2 id="dev-send">{translate('sending')}</h2>
        <SendForm key={model.machine.id} model={model} actor={life.ref} />
      </section>
      <section className="tp-panel" aria-labelledby="dev-context">
        <h2 id="dev-context">{translate('context')}</h2>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
        <pre tabIndex={0} aria-labelledby="dev-context">
          {JSON.stringify(createSanitizer()(stateAt(life, at).context), null, 2)}
        </pre>
      </section>
    </div>
  );
};

const Machines = () => {
  const translate = useDevWords();
  const console = useConsole();
  const [id, setId] = useState('console');
  const [tried, setTried] = useState<readonly AnyActorRef[]>([]);
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => () => tried.forEach(actor => actor.stop()), [tried]);

  const model = models.find(({ machine }) => machine.id === id)!;
  const chart = useMemo(() => chartOf(model.machine), [model]);
  const { own, life, choose } = useActorChoice(id);
  const look = (actor: AnyActorRef | null) => {
    choose(actor);
    setAt(null);
  };
  const chooseMachine = (machine: string) => {
    setId(machine);
    look(null);
  };
  const tryOne = () => {
    const actor = tryOut(model);
    setTried(all => [...all, actor]);
    look(actor);
  };
  return (
    <article className="tp-screen">
      <div className="tp-screen-head">
        <h1>
          <FormattedMessage id="dev.machines.title" />
        </h1>
        <p>{translate('lead')}</p>
      </div>
      <div className="dev-bar">
        <MachineChoice id={id} onChoose={chooseMachine} />
        <ActorChoice own={own} life={life} tried={tried} onChoose={look} />
        <button type="button" className="p-button p-button-secondary" onClick={tryOne}>
          {translate('try')}
        </button>
        <button type="button" className="p-button p-button-secondary" onClick={() => saveRecording(console)}>
          {translate('save')}
        </button>
      </div>
      <ChartView
        chart={chart}
        places={life === null ? null : placesOf(stateAt(life, at).value as never)}
        label={translate('chart')}
      />
      {life !== null && <ActorPanels model={model} life={life} at={at} onAt={setAt} />}
    </article>
  );
};
