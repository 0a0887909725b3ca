import { useMemo } from 'react';
import { encode } from 'uqr';
import './qr-code.css';

interface Props {
  readonly label: string;
  readonly text: string;
}

/** Width in modules of the light border that readers need around a code (ISO/IEC 18004). */
const QUIET_ZONE_MODULES = 4;

/** A text as a QR code, dark on light in both themes, because many readers refuse inverted codes. */
export const QrCode = ({ label, text }: Props) => {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES });
    const squares = code.data.flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
    );
    return { size: code.size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      className="tp-qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
};
