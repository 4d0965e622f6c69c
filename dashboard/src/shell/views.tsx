import {
  IconActivity,
  IconBooks,
  IconChartBar,
  IconFolderCode,
  IconGitBranch,
  IconHeartbeat,
  IconKey,
  IconMessageQuestion,
  IconPlug,
  IconPlugConnected,
  IconPlus,
  IconTransfer,
  type Icon,
} from '@tabler/icons-react';
import { lazy, type ComponentType } from 'react';
import type { Need } from '../session/use-session.ts';

/** A view and its path after the `#`. */
export interface View {
  /** Pattern of the router wouter. `*` is the rest of the path. */
  path: string;
  component: ComponentType;
  /** Place in the navigation. Absent for views that other views link to. */
  entry?: { label: string; icon: Icon } & Need;
}

/** All views. The page loads each one when a person first opens it. */
export const views: View[] = [
  {
    path: '/',
    component: lazy(async () => ({
      default: (await import('../views/home/home-view.tsx')).HomeView,
    })),
    entry: { label: 'Libraries', icon: IconBooks, role: 'anonymous', anonymous: 'search' },
  },
  {
    path: '/libraries/*',
    component: lazy(async () => ({
      default: (await import('../views/library/library-view.tsx')).LibraryView,
    })),
  },
  {
    path: '/add',
    component: lazy(async () => ({ default: (await import('../views/add/add-view.tsx')).AddView })),
    entry: { label: 'Add', icon: IconPlus, role: 'member' },
  },
  {
    path: '/projects',
    component: lazy(async () => ({
      default: (await import('../views/projects/projects-view.tsx')).ProjectsView,
    })),
    entry: { label: 'Projects', icon: IconFolderCode, role: 'anonymous', anonymous: 'search' },
  },
  {
    path: '/projects/:name',
    component: lazy(async () => ({
      default: (await import('../views/projects/project-view.tsx')).ProjectView,
    })),
  },
  {
    path: '/queue',
    component: lazy(async () => ({
      default: (await import('../views/queue/queue-view.tsx')).QueueView,
    })),
    entry: { label: 'Queue', icon: IconActivity, role: 'anonymous', anonymous: 'search' },
  },
  {
    path: '/ask',
    component: lazy(async () => ({ default: (await import('../views/ask/ask-view.tsx')).AskView })),
    entry: { label: 'Ask', icon: IconMessageQuestion, role: 'anonymous', anonymous: 'ask' },
  },
  {
    path: '/transfer',
    component: lazy(async () => ({
      default: (await import('../views/transfer/transfer-view.tsx')).TransferView,
    })),
    entry: { label: 'Import and export', icon: IconTransfer, role: 'member' },
  },
  {
    path: '/gitops',
    component: lazy(async () => ({
      default: (await import('../views/gitops/gitops-view.tsx')).GitopsView,
    })),
    entry: { label: 'GitOps', icon: IconGitBranch, role: 'admin' },
  },
  {
    path: '/access',
    component: lazy(async () => ({
      default: (await import('../views/access/access-view.tsx')).AccessView,
    })),
    entry: { label: 'Access', icon: IconKey, role: 'member' },
  },
  {
    path: '/usage',
    component: lazy(async () => ({
      default: (await import('../views/usage/usage-view.tsx')).UsageView,
    })),
    entry: { label: 'Usage', icon: IconChartBar, role: 'member' },
  },
  {
    path: '/integrations',
    component: lazy(async () => ({
      default: (await import('../views/integrations/integrations-view.tsx')).IntegrationsView,
    })),
    entry: { label: 'Integrations', icon: IconPlug, role: 'admin' },
  },
  {
    path: '/health',
    component: lazy(async () => ({
      default: (await import('../views/health/health-view.tsx')).HealthView,
    })),
    entry: { label: 'Health', icon: IconHeartbeat, role: 'member' },
  },
  {
    path: '/connect',
    component: lazy(async () => ({
      default: (await import('../views/connect/connect-view.tsx')).ConnectView,
    })),
    entry: { label: 'Connect', icon: IconPlugConnected, role: 'anonymous' },
  },
  {
    path: '/sign-in',
    component: lazy(async () => ({
      default: (await import('../views/sign-in/sign-in-view.tsx')).SignInView,
    })),
  },
];
