import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useConsole } from '../console/context.ts';
import { Enrolment } from '../screens/accounts/second-factor-enrolment.tsx';
import { StartFailed, Starting } from './states.tsx';

const PARTS = ['setting'] as const;

/** The set-up of a required second factor, once the texts of the settings are loaded: no route requested them. */
export const Enrol = () => {
  const language = useSelector(useConsole().actor, state => state.context.language);
  const { parts, failure } = useSelector(language, state => state.context);
  useEffect(() => language.send({ type: 'need', parts: PARTS }), [language]);
  if (PARTS.every(part => parts.includes(part))) return <Enrolment />;
  return failure === null ? (
    <Starting />
  ) : (
    <StartFailed failure={failure} again={() => language.send({ type: 'need', parts: PARTS })} />
  );
};
