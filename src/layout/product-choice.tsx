import { lazy, Suspense } from 'react';
import { useProductChoice } from '../console/product.ts';

/** PrimeReact's chooser is a quarter of all the code of a screen, and nobody chooses in the first moment: it comes after. */
const ProductDropdown = lazy(async () => ({ default: (await import('./product-dropdown.tsx')).ProductDropdown }));

export const ProductChoice = () => <Suspense fallback={<ProductName />}><ProductDropdown /></Suspense>;

/** Looks like the chooser and takes its place until it is there. */
const ProductName = () => {
  const { product } = useProductChoice();
  return (
    <span className="product-choice p-dropdown p-component">
      <span className="p-dropdown-label p-inputtext">{product?.title}</span>
      <span className="p-dropdown-trigger" />
    </span>
  );
};
