#!/usr/bin/env bash
# Lectern on a cluster of kind, from the sources of this clone or from a published image:
#
#   config/kind/up.sh                                       builds the image here
#   config/kind/up.sh ghcr.io/lectern-dev/lectern:0.1.0     takes that one
#
# Run it again after a change: it rebuilds, loads and upgrades. `kind delete cluster --name lectern` removes everything.
set -euo pipefail

cluster=lectern
namespace=lectern
built=lectern.test/lectern:dev
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../.." && pwd)
context=(--context "kind-$cluster" --namespace "$namespace")

say() { printf '\n── %s\n' "$*"; }

# What went wrong inside the cluster says more than the command that gave up waiting for it.
explain() {
  say 'It did not come up. What the cluster says:'
  kubectl "${context[@]}" get pods || true
  kubectl "${context[@]}" get events --sort-by=.lastTimestamp 2>/dev/null | tail -20 || true
}

for program in docker kind kubectl helm; do
  if ! command -v "$program" >/dev/null; then
    echo "config/kind/up.sh needs $program on the PATH" >&2
    exit 1
  fi
done

image=${1:-$built}
if [[ $image != *:* || $image == *@* ]]; then
  echo "config/kind/up.sh takes an image with a tag, such as ghcr.io/lectern-dev/lectern:0.1.0, not $image" >&2
  exit 1
fi

if ! kind get clusters 2>/dev/null | grep -qx "$cluster"; then
  say "making the cluster $cluster"
  kind create cluster --name "$cluster" --config "$here/cluster.yaml" --wait 3m
fi

set_values=(--set "image.repository=${image%:*}" --set "image.tag=${image##*:}")
if [[ $image == "$built" ]]; then
  say 'building the image'
  docker build --tag "$built" "$repository"
  say 'loading it into the cluster'
  kind load docker-image "$built" --name "$cluster"
  # The tag stays the same, so Pods of the last build go only when something in their template differs.
  id=$(docker image inspect --format '{{.Id}}' "$built")
  for process in controller api; do
    set_values+=(--set-string "$process.podAnnotations.lectern\.dev/image=$id")
  done
fi

trap explain ERR
say 'installing the chart, with Elasticsearch and Postgres to try it with'
helm upgrade --install lectern "$repository/charts/lectern" --kube-context "kind-$cluster" \
  --namespace "$namespace" --create-namespace --values "$here/values.yaml" "${set_values[@]}" \
  --wait --timeout 10m
trap - ERR

cat <<EOF

Lectern answers on http://127.0.0.1:7700. Try it:

  kubectl config use-context kind-$cluster
  kubectl config set-context --current --namespace=$namespace
  kubectl apply -f config/samples/library-git.yaml
  kubectl get libraries --watch
EOF
