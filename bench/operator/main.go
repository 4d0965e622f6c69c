// operator is the yardstick of `npm run bench operator`: a minimal controller-runtime operator that does what Lectern's
// controller asks of the API server for a new Library, and nothing else. It adds the finalizer, writes the status that
// names the run, makes the Job of the run, waits for the Job and its Pod, and writes the final status: four requests.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const (
	finalizer    = "lectern.dev/snippets"
	libraryLabel = "lectern.dev/library"
)

type reconciler struct {
	client.Client
	// job is the Job of every run but for its names.
	job batch.Job
}

func (r *reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	library := &Library{}
	if err := r.Get(ctx, request.NamespacedName, library); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if !controllerutil.ContainsFinalizer(library, finalizer) {
		before := library.DeepCopyObject().(*Library)
		controllerutil.AddFinalizer(library, finalizer)
		if err := r.Patch(ctx, library, client.MergeFrom(before)); err != nil {
			return reconcile.Result{}, err
		}
	}
	if library.Status.ObservedGeneration != library.Generation {
		return reconcile.Result{}, r.start(ctx, library)
	}
	if library.Status.State == "processing" {
		return reconcile.Result{}, r.finish(ctx, library)
	}
	return reconcile.Result{}, nil
}

// start writes the status first, so that a crash in between loses no run.
func (r *reconciler) start(ctx context.Context, library *Library) error {
	before := library.DeepCopyObject().(*Library)
	library.Status = LibraryStatus{State: "processing", ObservedGeneration: library.Generation, Conditions: ready("False", "Progressing")}
	if err := r.Status().Patch(ctx, library, client.MergeFrom(before)); err != nil {
		return err
	}
	name := fmt.Sprintf("lib-%s-%d", library.Name, library.Generation)
	job := r.newJob(name, library)
	if err := controllerutil.SetControllerReference(library, job, r.Scheme()); err != nil {
		return err
	}
	return client.IgnoreAlreadyExists(r.Create(ctx, job))
}

func (r *reconciler) finish(ctx context.Context, library *Library) error {
	name := fmt.Sprintf("lib-%s-%d", library.Name, library.Generation)
	job := &batch.Job{}
	if err := r.Get(ctx, types.NamespacedName{Namespace: library.Namespace, Name: name}, job); err != nil {
		if apierrors.IsNotFound(err) {
			return nil
		}
		return err
	}
	if job.Status.CompletionTime == nil {
		return nil
	}
	before := library.DeepCopyObject().(*Library)
	library.Status.State = "finalized"
	library.Status.Conditions = ready("True", "Succeeded")
	return r.Status().Patch(ctx, library, client.MergeFrom(before))
}

func (r *reconciler) newJob(name string, library *Library) *batch.Job {
	job := r.job.DeepCopy()
	job.Name, job.Namespace, job.OwnerReferences = name, library.Namespace, nil
	job.Labels[libraryLabel] = library.Name
	job.Spec.Template.Labels[libraryLabel] = library.Name
	return job
}

func ready(status meta.ConditionStatus, reason string) []meta.Condition {
	return []meta.Condition{{Type: "Ready", Status: status, Reason: reason, Message: reason, LastTransitionTime: meta.Now()}}
}

func main() {
	namespace := flag.String("namespace", "bench", "namespace to work in")
	metrics := flag.String("metrics", "127.0.0.1:0", "address of /metrics")
	workers := flag.Int("workers", 4, "reconciles at once")
	job := flag.String("job", "", "Job of a run, as JSON")
	flag.Parse()
	ctrl.SetLogger(zap.New())
	config := ctrl.GetConfigOrDie()
	// Lectern's client has no limit of its own; the API server's priority and fairness serves as one.
	config.QPS = -1
	scheme := runtime.NewScheme()
	must(clientgoscheme.AddToScheme(scheme))
	scheme.AddKnownTypes(groupVersion, &Library{}, &LibraryList{})
	meta.AddToGroupVersion(scheme, groupVersion)
	grace := time.Second
	operator, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                  scheme,
		Metrics:                 server.Options{BindAddress: *metrics},
		Cache:                   cache.Options{DefaultNamespaces: map[string]cache.Config{*namespace: {}}},
		GracefulShutdownTimeout: &grace,
	})
	must(err)
	r := &reconciler{Client: operator.GetClient()}
	must(json.Unmarshal([]byte(*job), &r.job))
	toLibrary := handler.EnqueueRequestsFromMapFunc(func(_ context.Context, pod client.Object) []reconcile.Request {
		return []reconcile.Request{{NamespacedName: types.NamespacedName{Namespace: pod.GetNamespace(), Name: pod.GetLabels()[libraryLabel]}}}
	})
	must(ctrl.NewControllerManagedBy(operator).For(&Library{}).Owns(&batch.Job{}).
		Watches(&core.Pod{}, toLibrary).
		WithOptions(controller.Options{MaxConcurrentReconciles: *workers}).Complete(r))
	must(operator.Add(announce(operator.GetCache())))
	must(operator.Start(ctrl.SetupSignalHandler()))
}

// announce says when everything there is has been listed.
func announce(objects cache.Cache) manager.RunnableFunc {
	return func(ctx context.Context) error {
		for _, object := range []client.Object{&Library{}, &batch.Job{}, &core.Pod{}} {
			if _, err := objects.GetInformer(ctx, object); err != nil {
				return err
			}
		}
		fmt.Println("synced")
		return nil
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
