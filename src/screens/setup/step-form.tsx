import type { ReactNode } from 'react';
import type { SetupStep } from '../../../machines/setup-steps.ts';
import { ads } from '../../resources/ads.ts';
import { cvSettings } from '../../resources/cv-settings.ts';
import { products } from '../../resources/products.ts';
import type { Identified, Resource } from '../../resources/resource.ts';
import { NewUser } from '../accounts/new-user.tsx';
import { RecordModal } from '../record/record-modal.tsx';

/** Steps that add a record. */
export type FormStep = Exclude<SetupStep, 'tag'>;

const addTo =
  <Row extends Identified, Draft extends object>(resource: Resource<Row, Draft>) =>
  (onClosed: () => void): ReactNode => (
    <RecordModal resource={resource} kind="add" id={null} onClosed={onClosed} />
  );

const forms: Readonly<Record<FormStep, (onClosed: () => void) => ReactNode>> = {
  product: addTo(products),
  cv: addTo(cvSettings),
  ad: addTo(ads),
  people: onClosed => <NewUser onClosed={onClosed} />,
};

/** The form of a step's record, over the screen of the checklist. Its code is loaded when it opens. */
export const StepForm = ({ step, onClosed }: { readonly step: FormStep; readonly onClosed: () => void }) =>
  forms[step](onClosed);
