import {
  CreditWeight,
  CreditContact,
  CreditLeftOut,
  CreditLeftOutCounts,
  CreditJudgement,
  CreditResult,
  CreditFee,
  CreditCosts,
  CreditConversion,
  CreditRules,
  Credit,
} from './credit-schemas.ts';
import { DrilldownFigure, FigureConversion, FigureConversionPage } from './figure-schemas.ts';

export const creditComponents = [
  CreditWeight,
  CreditContact,
  CreditLeftOut,
  CreditLeftOutCounts,
  CreditJudgement,
  CreditResult,
  CreditFee,
  CreditCosts,
  CreditConversion,
  CreditRules,
  Credit,
  DrilldownFigure,
  FigureConversion,
  FigureConversionPage,
] as const;
