// Before the tests of the level `dashboard`: the page as it is in this clone.
import { buildDashboard } from '../../scripts/build-dashboard.ts';

export const setup = buildDashboard;
