import { Link } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { Icon } from '../../components/icon.tsx';
import { useMayWrite } from '../../console/context.ts';
import './setup.css';
import type { ProductSetup } from './use-product-setup.ts';

interface Step {
  readonly name: 'product' | 'tag' | 'ad';
  readonly isDone: boolean;
  /** Address of the form; null: an earlier step must be done first, or the user may not do it. */
  readonly to: string | null;
  readonly search: Readonly<Record<string, string>>;
}

interface Props {
  /** Null: the company has no product yet. */
  readonly productId: number | null;
  readonly setup: ProductSetup;
}

interface StepRowProps {
  readonly step: Step;
  /** Number of the step, from 1. */
  readonly number: number;
  /** The first step that is not done. */
  readonly isNext: boolean;
  /** The tag has not been seen on any page yet. */
  readonly isUnseen: boolean;
}

const StepRow = ({ step: { name, isDone, to, search }, number, isNext, isUnseen }: StepRowProps) => (
  <li data-done={isDone}>
    <span className="tp-setup-sign">{isDone ? <Icon name="check" /> : number}</span>
    <div>
      <strong>
        <FormattedMessage id={`setup.${name}`} />
      </strong>
      <small>
        <FormattedMessage id={isDone ? 'setup.done' : `setup.${name}_hint`} />
      </small>
      {isUnseen && (
        <small>
          <FormattedMessage id="setup.tag_unseen" />
        </small>
      )}
    </div>
    {!isDone && to !== null && (
      <Link
        to={to as '/'}
        search={search as object}
        className={`p-button p-button-sm${isNext ? '' : ' p-button-outlined p-button-secondary'}`}
      >
        <FormattedMessage id={`setup.${name}_action`} />
      </Link>
    )}
  </li>
);

/** The steps in order, without those whose state the user may not know. */
const useSteps = ({ productId, setup: { hasTag, hasAd } }: Props): readonly Step[] => {
  const mayAddProduct = useMayWrite('administration');
  const maySetUp = useMayWrite('settings');
  const ofProduct = productId === null ? {} : { product_id: String(productId) };
  const canSetUp = maySetUp && productId !== null;
  const steps: readonly Step[] = [
    {
      name: 'product',
      isDone: productId !== null,
      to: mayAddProduct ? '/config/product' : null,
      search: { modal: 'add' },
    },
    {
      name: 'tag',
      isDone: hasTag ?? false,
      to: canSetUp ? '/config/product' : null,
      search: { modal: 'edit', id: String(productId) },
    },
    {
      name: 'ad',
      isDone: hasAd,
      to: canSetUp ? '/ad/setting' : null,
      search: { ...ofProduct, modal: 'add' },
    },
  ];
  // Only users who may write settings may see whether the tag is installed.
  return steps.filter(({ name }) => name !== 'tag' || maySetUp);
};

/** Steps of the setup with buttons to their forms: product, tag, first ad. */
export const SetupSteps = (props: Props) => {
  const { productId, setup } = props;
  const steps = useSteps(props);
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <>
      <ol className="tp-setup">
        {steps.map((step, at) => (
          <StepRow
            key={step.name}
            step={step}
            number={at + 1}
            isNext={step === next}
            isUnseen={step.name === 'tag' && setup.hasTag === false && productId !== null}
          />
        ))}
      </ol>
      {next?.to === null && (
        <p>
          <FormattedMessage id="setup.ask" />
        </p>
      )}
    </>
  );
};
