import { Suspense } from 'react';
import { products } from '../../resources/products.ts';
import { SetupPanel } from '../setup/lazy-views.ts';
import { ListScreen } from './list-screen.tsx';

/** /config/product */
export const Screen = () => (
  <ListScreen
    resource={products}
    notice={
      <Suspense>
        <SetupPanel />
      </Suspense>
    }
  />
);
