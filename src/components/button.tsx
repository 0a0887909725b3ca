import { Button as PrimeButton } from 'primereact/button';
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly onClick?: (button: HTMLButtonElement) => void;
  readonly icon?: ReactNode;
  readonly tone?: 'plain' | 'primary';
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly haspopup?: boolean;
}

/** A button that does something here; one that leads elsewhere is a link. */
export const Button = ({ label, onClick, icon, tone = 'plain', disabled = false, pressed, haspopup = false }: Props) => (
  <PrimeButton
    type={onClick === undefined ? 'submit' : 'button'} size="small" outlined={tone === 'plain'} severity={tone === 'plain' ? 'secondary' : undefined}
    disabled={disabled} className="tp-button" {...(pressed !== undefined && { 'aria-pressed': pressed })} {...(haspopup && { 'aria-haspopup': 'dialog' })}
    onClick={event => onClick?.(event.currentTarget)}
  >
    {icon}
    <span className="p-button-label">{label}</span>
  </PrimeButton>
);
