import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label'> {
  readonly icon: IconName;
  readonly large?: boolean;
  /** What it does, for screen readers. */
  readonly label: string;
}

/** Button that shows nothing but an icon. */
export const IconButton = ({ icon, large = false, label, className = '', ...others }: Props) => (
  <button type="button" className={`icon-button ${className}`.trim()} aria-label={label} {...others}>
    <Icon large={large} name={icon} />
  </button>
);
