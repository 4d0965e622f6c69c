import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconFolders } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { api, queries } from '../../api/client.ts';
import type { Project } from '../../api/paths.gen.ts';
import { Answer } from '../../shared/answer.tsx';
import { Confirm } from '../../shared/confirm.tsx';
import { showFailure, showSuccess } from '../../shared/notify.ts';
import { StackedCell, StackedRow, StackedTable } from '../../shared/stacked-table.tsx';
import { Empty } from '../../shared/states.tsx';
import { useManages } from '../../shared/teamspace-choice.tsx';

const projectsKey = ['get', '/api/v1/teamspaces/{teamspace}/projects'] as const;
const again = (): void => void queries.invalidateQueries({ queryKey: projectsKey });

/** The projects of a teamspace, which group its private sources. */
export function ProjectsTab({ teamspace }: { teamspace: string }) {
  const manages = useManages(teamspace);
  const params = { path: { teamspace } };
  const projects = api.useQuery('get', '/api/v1/teamspaces/{teamspace}/projects', { params });
  return (
    <Answer of={projects}>
      {({ projects: all }) => (
        <Stack>
          {manages && <NewProject teamspace={teamspace} />}
          {all.length === 0 ? (
            <Empty icon={<IconFolders aria-hidden />} title="No projects yet">
              Projects group private libraries, such as wiki spaces and pages, within a teamspace.
            </Empty>
          ) : (
            <ProjectTable teamspace={teamspace} projects={all} manages={manages} />
          )}
        </Stack>
      )}
    </Answer>
  );
}

function NewProject({ teamspace }: { teamspace: string }) {
  const [id, setId] = useState('');
  const make = api.useMutation('post', '/api/v1/teamspaces/{teamspace}/projects', {
    onSuccess(project) {
      showSuccess(`Created the project ${project.id}.`);
      setId('');
      again();
    },
    onError: showFailure,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate({ params: { path: { teamspace } }, body: { id: id.trim() } });
  };
  return (
    <Group component="form" align="flex-end" gap="sm" onSubmit={submit}>
      <TextInput
        label="Project"
        placeholder="web-team"
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        required
        flex={1}
        maw={320}
      />
      <Button type="submit" loading={make.isPending}>
        Create the project
      </Button>
    </Group>
  );
}

interface ProjectTableProps {
  teamspace: string;
  projects: Project[];
  manages: boolean;
}

function ProjectTable({ teamspace, projects, manages }: ProjectTableProps) {
  const [asked, setAsked] = useState<Project>();
  const remove = api.useMutation('delete', '/api/v1/teamspaces/{teamspace}/projects/{projectId}', {
    onSuccess({ message }) {
      showSuccess(message);
      again();
    },
    onError: showFailure,
    onSettled: () => setAsked(undefined),
  });
  return (
    <>
      <StackedTable label="Projects" columns={['Project', '']}>
        {projects.map((project) => (
          <StackedRow key={project.id}>
            <StackedCell label="Project" className="breakable">
              <div>
                {project.name}
                {project.name !== project.id && (
                  <Text size="xs" c="dimmed" ff="monospace">
                    {project.id}
                  </Text>
                )}
              </div>
            </StackedCell>
            <StackedCell ta="right">
              {manages && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setAsked(project)}
                  aria-label={`Delete ${project.name}`}
                >
                  Delete
                </Button>
              )}
            </StackedCell>
          </StackedRow>
        ))}
      </StackedTable>
      <Confirm
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={`Delete the project ${asked?.name ?? ''}?`}
        action="Delete it"
        onConfirm={() =>
          asked && remove.mutate({ params: { path: { teamspace, projectId: asked.id } } })
        }
        pending={remove.isPending}
      >
        Libraries of the project stay.
      </Confirm>
    </>
  );
}
