import { SankeyChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';

use([SankeyChart, LabelLayout]);
