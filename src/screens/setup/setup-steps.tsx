import { Link } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { Icon } from '../../components/icon.tsx';
import { useMayWrite } from '../../console/context.ts';
import './setup.css';
import type { ProductSetup } from './use-product-setup.ts';

interface Step {
  readonly name: 'product' | 'tag' | 'ad';
  readonly isDone: boolean;
  /** The address of the form; null: an earlier step comes first, or the user may not. */
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
  /** As it is counted, from 1. */
  readonly number: number;
  /** It is the first one that is not done. */
  readonly isNext: boolean;
  /** Its tag is set up and has not been seen on a page yet. */
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

/** The steps in their order, those left out that the user cannot know about. */
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
  // Whether the tag is in place is told only to those who can set it up.
  return steps.filter(({ name }) => name !== 'tag' || maySetUp);
};

/**
 * The steps to the first figures, each with the button that leads to its form: the product, its tag, its
 * first ad.
 */
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
